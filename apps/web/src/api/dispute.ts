import type { Choice, Conflict } from '@/lib/merge';
import { createQuestion, type Question } from '@/lib/question';

/** What two people changed at once, and who of them came first. */
export interface Dispute {
  conflicts: readonly Conflict[];
  /** The name of who came first, where that is known. */
  by: string;
  /** When, in the club's zone. */
  at: string;
}

const question: Question<Choice[] | undefined> = createQuestion();

let current: Dispute = { conflicts: [], by: '', at: '' };
let turn: Promise<unknown> = Promise.resolve();

/** Asks the user, one dispute after the other; undefined is no answer. */
async function ask(about: Dispute): Promise<Choice[] | undefined> {
  const before = turn;
  const mine = before.then(() => {
    current = about;
    return question.ask();
  });
  turn = mine;
  return mine;
}

/** For whoever came too late: which of the two it is to be. */
export const dispute = { ...question, ask, current: () => current };
