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
export type Me = Session['user'];
export type Credentials = Sent<paths['/club/v1/session']['post']>;

export type Person = Success<paths['/cms/v2/people/{id}']['get']>;
export type PersonFields = Person['acf'];
export type PersonPatch = Sent<paths['/cms/v2/people/{id}']['put']>;
export type NewPerson = Sent<paths['/cms/v2/people']['post']>;
export type ContactEntry = PersonFields['contact_info'][number];
export type ContactType = ContactEntry['contact_type'];
export type Address = PersonFields['addresses'][number];
export type WorkEntry = PersonFields['work_history'][number];

export type PeoplePage = Success<paths['/club/v1/people/filtered']['get']>;
export type PersonRow = PeoplePage['people'][number];

export type PasswordChange = Sent<paths['/club/v1/user/password']['post']>;
export type UserSession = Success<paths['/club/v1/user/sessions']['get']>[number];
export type ApplicationPassword = Success<
  paths['/cms/v2/users/{id}/application-passwords']['get']
>[number];
