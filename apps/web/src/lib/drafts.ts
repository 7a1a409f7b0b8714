/** What a form was opened with: the values, and the ETag of the record that held them. */
export interface Base<Values> {
  before: Values;
  etag: string;
}

/** What was typed into a form: from what, and why it was refused. */
export interface Draft<Values> {
  base: Base<Values>;
  values: Values;
  error?: unknown;
}

/**
 * What was typed and not saved, in memory alone, for the time that its form is away: the page failed, the session ended, or
 * a save was refused after its page was left.
 */
const drafts = new Map<string, Draft<unknown>>();

export const keepDraft = <Values>(form: string, draft: Draft<Values>): void => {
  drafts.set(form, draft);
};

export const dropDraft = (form: string): boolean => drafts.delete(form);

/** A form has always the same kind of values: its name says so. */
export const draftOf = <Values>(form: string): Draft<Values> | undefined =>
  drafts.get(form) as Draft<Values> | undefined;

/** Somebody else may be there now. */
export const dropAllDrafts = (): void => drafts.clear();
