import { peopleTexts } from '@/texts/people';

import classes from './FormerBadge.module.css';

/** Says of somebody that they are a former member. A badge of Mantine looks the same; the first list need not wait for it. */
export function FormerBadge() {
  return <span className={classes.badge}>{peopleTexts.formerMember}</span>;
}
