/** A data attribute that is there or not: React writes false as a word. */
export const mark = (is: boolean | undefined): true | undefined => (is === true ? true : undefined);
