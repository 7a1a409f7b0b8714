/** Beside the link to the tasks. */
export const openTodosText = (count: number) =>
  count === 1 ? '1 taak te doen' : `${count} taken te doen`;
