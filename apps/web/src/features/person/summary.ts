import type { GroupNames } from '@/api/groups/names';
import type { PersonFields } from '@/api/types';
import { ageOn, isoDay } from '@/lib/dates';
import { personTexts } from '@/texts/person';

import { kindOfWork, sortWork } from './history';

const most = 3;

/**
 * Who somebody is at a glance: the teams and committees that they are in now, teams first, and the age. The names of the groups are
 * undefined while they are on their way.
 */
export function summaryOf(acf: PersonFields, groups: GroupNames | undefined, on: Date): string[] {
  const { current } = sortWork(acf.work_history, isoDay(on));
  const teamsFirst = [
    ...current.filter((entry) => kindOfWork(entry) === 'teams'),
    ...current.filter((entry) => kindOfWork(entry) !== 'teams'),
  ];
  const roles = new Map<string, string[]>();
  for (const { team, job_title, description } of teamsFirst) {
    const group = groups?.get(team) ?? description.trim();
    const titles = roles.get(group) ?? [];
    if (!titles.includes(job_title)) titles.push(job_title);
    roles.set(group, titles);
  }
  const places = [...roles]
    .map(([group, titles]) => personTexts.role(group, titles.filter(Boolean).join(', ')))
    .filter((place) => place !== '');
  const age = acf.is_deceased ? undefined : ageOn(acf.birthdate, on);
  return [
    ...places.slice(0, most),
    places.length > most ? personTexts.moreRoles(places.length - most) : '',
    age === undefined ? '' : personTexts.age(age),
  ].filter((part) => part !== '');
}
