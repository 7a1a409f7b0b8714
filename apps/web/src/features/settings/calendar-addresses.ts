import { calendarTexts as texts } from '@/texts/calendars';

export interface CalendarAddress {
  key: string;
  label: string;
  url: string;
  /** The same, as programs ask whether to subscribe to it. */
  webcal: string;
}

const kinds = ['tasks', 'shifts', 'matches', 'training'] as const;

/** All calendars of a user, by the address of the one with birthdays. */
export function calendarsOf(
  birthdays: string,
  workspaces: readonly { id: number; title: string }[],
): CalendarAddress[] {
  const address = (key: string, label: string, url: string) => ({
    key,
    label,
    url,
    webcal: url.replace(/^https?:/, 'webcal:'),
  });
  const [, root = '', token = ''] = /^(.*)\/calendar\/([^/.]*)\.ics$/.exec(birthdays) ?? [];
  return [
    address('birthdays', texts.kinds.birthdays, birthdays),
    ...kinds.map((kind) =>
      address(kind, texts.kinds[kind], `${root}/calendar/${token}/${kind}.ics`),
    ),
    ...workspaces.map(({ id, title }) =>
      address(
        `workspace-${id}`,
        texts.workspace(title),
        `${root}/workspace/${id}/calendar/${token}.ics`,
      ),
    ),
  ];
}
