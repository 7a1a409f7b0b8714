/** Beside the link to the tasks. */
export const openTodosText = (count: number) =>
  count === 1 ? '1 taak te doen' : `${count} taken te doen`;

/** Beside the link to certificates of conduct. */
export const openVogText = (unasked: number, total: number) =>
  `${unasked} van ${total} zonder geldige VOG nog aan te vragen`;

const words = (one: string, many: string) => (count: number) =>
  `${count} ${count === 1 ? one : many}`;

/** Beside the other links of the menu, for screen readers. */
export const menuCountTexts = {
  people: words('persoon', 'personen'),
  teams: words('team', 'teams'),
  committees: words('commissie', 'commissies'),
  cases: words('zaak dit seizoen', 'zaken dit seizoen'),
};
