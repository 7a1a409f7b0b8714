/**
 * The names this page uses for what the REST API sends and takes. All of them are read off the paths of the generated
 * schema, so a change of the contract shows up here as a type error and nowhere as a surprise.
 */
import type { paths } from './schema.gen';

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;

type Answers<Operation> = Operation extends { responses: infer Responses } ? Responses : never;

type Success<Operation> = JsonOf<Answers<Operation>[Extract<keyof Answers<Operation>, 200 | 201>]>;

type Sent<Operation> = Operation extends { requestBody: infer Body } ? JsonOf<Body> : never;

export type Session = Success<paths['/club/v1/session']['get']>;
export type Me = Session['user'] & {
  /** Has to set up a second factor before anything else. */
  enrolls?: boolean;
};
export type SignInBody = Sent<paths['/club/v1/session']['post']>;
export type Credentials = SignInBody & { username: string; password: string };

export type RoleDashboard = Success<paths['/club/v1/dashboard/workspace']['get']>;
export type DashboardLayout = RoleDashboard['layout'];
export type DashboardTask = RoleDashboard['tasks'][number];
export type MatchProgramme = Success<paths['/club/v1/dashboard/matches']['get']>;
export type ProgrammeMatch = MatchProgramme['matches'][number];
export type ClubOverview = Success<paths['/club/v1/dashboard']['get']>;

export type SavedView = Success<paths['/club/v1/views']['get']>[number];
export type SavedViewChange = Sent<paths['/club/v1/views']['post']>;

export type Person = Success<paths['/cms/v2/people/{id}']['get']>;
export type PersonFields = Person['acf'];
export type PersonPatch = Sent<paths['/cms/v2/people/{id}']['put']>;
export type NewPerson = Sent<paths['/cms/v2/people']['post']>;
export type MemberSyncState = Success<
  paths['/club/v1/clubsystem/sync-individual/{assoc_id}']['get']
>['state'];
export type MemberSync = Success<paths['/club/v1/clubsystem/sync-individual']['post']>;
export type ContactEntry = PersonFields['contact_info'][number];
export type ContactType = ContactEntry['contact_type'];
export type Address = PersonFields['addresses'][number];
export type WorkEntry = PersonFields['work_history'][number];

export type RelationEntry = PersonFields['relationships'][number];

export type Team = Success<paths['/cms/v2/teams/{id}']['get']>;
export type Committee = Success<paths['/cms/v2/commissies/{id}']['get']>;
export type GroupPatch = Sent<paths['/cms/v2/teams/{id}']['put']>;
export type GroupContact = Team['acf']['contact_info'][number];
export type Roster = Success<paths['/club/v1/teams/{id}/people']['get']>;
export type RosterEntry = Roster['current'][number];
export type FormerEntry = Roster['former'][number];
export type RelationshipType = Success<paths['/cms/v2/relationship_type/{id}']['get']>;
export type RelationshipTypePatch = Sent<paths['/cms/v2/relationship_type/{id}']['put']>;
export type PersonLabel = Success<paths['/cms/v2/person_label/{id}']['get']>;
/** What a user was given to read, and what there is to give. */
export type UserScope = Success<paths['/club/v1/users/{id}/scope']['get']>;
/** Which rights roles bring. */
export type CapabilityMatrix = Success<paths['/club/v1/capability-matrix']['get']>;
/** Somebody with whom a record is shared. */
export type Share = Success<paths['/club/v1/people/{id}/shares']['get']>[number];
export type Visibility = PersonFields['_visibility'];
export type FinanceSettings = Success<paths['/club/v1/finance/settings']['get']>;
export type FinanceChange = Sent<paths['/club/v1/finance/settings']['post']>;
export type ClubSettings = Success<paths['/club/v1/club/settings']['get']>;
export type ClubChange = Sent<paths['/club/v1/club/settings']['post']>;
export type Founder = Sent<paths['/club/v1/first-start/{token}']['post']>;
export type MailSample = Sent<paths['/club/v1/finance/settings/preview']['post']>;
export type BulkOrder = NonNullable<
  JsonOf<NonNullable<paths['/club/v1/fees/bulk-create-invoices']['post']['requestBody']>>
>;
export type VolunteerRoles = Success<paths['/club/v1/volunteer-roles/settings']['get']>;
export type VolunteerRolesChange = Sent<paths['/club/v1/volunteer-roles/settings']['post']>;
/** Which roles functions of the club bring, by function. */
export type FunctionMap = Success<paths['/club/v1/functie-capability-map']['get']>['map'];
export type WelcomeText = Success<paths['/club/v1/provisioning/settings']['get']>;
export type WelcomeChange = Sent<paths['/club/v1/provisioning/settings']['post']>;
export type UserRoles = Success<paths['/club/v1/users/{id}/roles']['get']>;
export type ClubUser = Success<paths['/club/v1/users']['get']>[number];

export type PeoplePage = Success<paths['/club/v1/people/filtered']['get']>;
export type PersonRow = PeoplePage['people'][number];

export type FilterOptions = Success<paths['/club/v1/people/filter-options']['get']>;
export type BulkUpdates = Sent<paths['/club/v1/people/bulk-update']['post']>['updates'];
export type BulkEndings = Success<paths['/club/v1/people/bulk-endings']['post']>;
export type Undone = Success<paths['/club/v1/undo/{token}']['post']>;
export type Suppression = Success<paths['/club/v1/suppressions']['get']>[number];
export type KeptMail = Success<paths['/club/v1/mails']['get']>[number];
export type Notifications = Success<paths['/club/v1/user/notification-channels']['get']>;
export type Message = Success<paths['/club/v1/messages']['post']>;
export type MessageFile = NonNullable<
  Sent<paths['/club/v1/messages']['post']>['attachments']
>[number];
export type PeopleImport = Success<paths['/club/v1/imports/{id}']['get']>;
export type ImportRow = Success<paths['/club/v1/imports/{id}/rows']['get']>['rows'][number];
export type ImportOutcome = Exclude<ImportRow['outcome'], ''>;
export type Duplicate = Success<paths['/club/v1/duplicates']['get']>[number];
export type Erasure = Success<paths['/club/v1/erasures']['get']>[number];
export type ErasurePart = Erasure['parts'][number];
export type Leavers = Success<paths['/club/v1/leavers']['get']>;
export type LeaverRules = Sent<paths['/club/v1/leavers/rules']['put']>;
export type LeaverRehearsal = Success<paths['/club/v1/leavers/rehearsal']['get']>;
export type TouchedLeaver = LeaverRehearsal['first'][number];
export type Removed = Success<paths['/club/v1/trash']['get']>[number];
export type BulkResult = Success<paths['/club/v1/people/bulk-update']['post']>;
export type Addresses = Success<paths['/club/v1/people/addresses']['post']>;
export type SearchHits = Success<paths['/club/v1/search']['get']>;
export type PersonHit = SearchHits['people'][number];
export type TeamHit = SearchHits['teams'][number];
export type CommitteeHit = SearchHits['committees'][number];
export type SearchStart = Success<paths['/club/v1/search/start']['get']>;
export type ListPreferences = Me['list_preferences'];
export type PreferencesPatch = Sent<paths['/club/v1/user/list-preferences']['post']>;

export type PasswordChanged = Success<paths['/club/v1/user/password']['post']>;
export type PasswordChange = Sent<paths['/club/v1/user/password']['post']>;
export type UserSession = Success<paths['/club/v1/user/sessions']['get']>[number];
export type Passkey = Success<paths['/club/v1/user/second-factor']['get']>['passkeys'][number];
export type PasskeyReply = NonNullable<SignInBody['passkey']>;
export type NewApplicationPassword = Sent<
  paths['/cms/v2/users/{id}/application-passwords']['post']
>;
export type ApplicationPassword = Success<
  paths['/cms/v2/users/{id}/application-passwords']['get']
>[number];

export type TimelineItem = Success<paths['/club/v1/people/{id}/timeline']['get']>[number];
export type Activity = Extract<TimelineItem, { type: 'activity' }>;
export type Email = Extract<TimelineItem, { type: 'email' }>;
export type Note = Extract<TimelineItem, { type: 'note' }>;
export type Todo = Extract<TimelineItem, { type: 'todo' }>;
export type ActivityType = Activity['activity_type'];
export type ActivityChange = Sent<paths['/club/v1/people/{id}/activities']['post']>;
export type NoteChange = Sent<paths['/club/v1/people/{id}/notes']['post']>;
export type NewTodo = Sent<paths['/club/v1/todos']['post']>;

export type Workspace = Success<paths['/club/v1/workspaces']['get']>[number];
export type WorkspaceDetail = Success<paths['/club/v1/workspaces/{id}']['get']>;
export type WorkspaceMember = WorkspaceDetail['members'][number];
export type WorkspaceChange = Sent<paths['/club/v1/workspaces']['post']>;
export type WorkspaceInvite = Success<paths['/club/v1/workspaces/{id}/invites']['get']>[number];
export type NewWorkspaceInvite = Sent<paths['/club/v1/workspaces/{id}/invites']['post']>;
export type Newcomer = Sent<paths['/club/v1/invites/{token}/register']['post']>;
export type AuditEntry = Success<paths['/club/v1/audit']['get']>[number];
export type AuditKind = AuditEntry['kind'];
export type PersonLook = Success<paths['/club/v1/people/{id}/looks']['get']>[number];
export type PersonChange = Success<paths['/club/v1/people/{id}/changes']['get']>[number];

export type FeeList = Success<paths['/club/v1/fees']['get']>;
export type FeeMember = FeeList['members'][number];
export type FeeQuery = NonNullable<paths['/club/v1/fees']['get']['parameters']['query']>;
export type PersonFee = Success<paths['/club/v1/fees/person/{id}']['get']>;
export type FeeTrace = NonNullable<PersonFee['trace']>;
export type FeeSettings = Success<paths['/club/v1/membership-fees/settings']['get']>;
export type FeeSeason = FeeSettings['current_season'];
export type FeeSettingsChange = Sent<paths['/club/v1/membership-fees/settings']['post']>;
export type FeePreview = Success<paths['/club/v1/membership-fees/preview']['post']>;
export type DisciplineCase = Success<paths['/cms/v2/discipline-cases']['get']>[number];
export type ClubSeason = Success<paths['/cms/v2/seizoen']['get']>[number];
export type ListedInvoice = Success<paths['/club/v1/invoices']['get']>[number];
export type Invoice = Success<paths['/club/v1/invoices/{id}']['get']>;
export type InvoicePayment = Invoice['payments'][number];
export type PaymentToReview = Success<paths['/club/v1/payments/review']['get']>[number];
export type UnreachableInvoice = Success<paths['/club/v1/payments/unreachable']['get']>[number];
export type InvoiceMonths = Success<paths['/club/v1/invoices/summary']['get']>;
export type HandPayment = Sent<paths['/club/v1/invoices/{id}/payments']['post']>;
export type NewCredit = Sent<paths['/club/v1/invoices/{id}/credit']['post']>;

export type FeedbackItem = Success<paths['/club/v1/feedback/{id}']['get']>;
export type FeedbackStatus = FeedbackItem['status'];
export type FeedbackPriority = FeedbackItem['meta']['priority'];
export type FeedbackComment = Success<paths['/club/v1/feedback/{id}/comments']['get']>[number];
export type FeedbackChange = Sent<paths['/club/v1/feedback']['post']>;
export type FeedbackQuery = NonNullable<paths['/club/v1/feedback']['get']['parameters']['query']>;

export type Shift = Success<paths['/club/v1/shifts/{id}']['get']>;
export type ShiftWorker = Shift['assignments'][number];
/** Somebody who can be put on a shift. */
export type ShiftCandidate = Success<
  paths['/club/v1/shifts/{id}/candidates']['get']
>['people'][number];
export type NewShift = Sent<paths['/club/v1/shifts']['post']>;
export type ShiftSeries = Sent<paths['/club/v1/shifts/series']['post']>;
export type VogSettings = Success<paths['/club/v1/vog/settings']['get']>;
export type VogSettingsChange = Sent<paths['/club/v1/vog/settings']['post']>;
export type VogPreview = Sent<paths['/club/v1/vog/settings/preview']['post']>;
export type VogOverview = Success<paths['/club/v1/vog/overview']['get']>;
export type VogResult = Success<paths['/club/v1/vog/bulk-send']['post']>['results'][number];
export type TrainingPitch = Success<paths['/club/v1/training/pitches']['get']>[number];
export type TrainingBlock = Success<paths['/club/v1/training/blocks']['get']>[number];
export type TrainingBlockChange = Sent<paths['/club/v1/training/blocks']['post']>;
export type Anniversary = Success<paths['/club/v1/anniversaries']['get']>['anniversaries'][number];
