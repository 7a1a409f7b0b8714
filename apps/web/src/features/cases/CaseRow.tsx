import { AnchorLink } from '@/components/links';
import type { DisciplineCase } from '@/api/types';
import { formatDate } from '@/lib/dates';
import { formatEuros } from '@/lib/euros';
import { caseTexts as texts } from '@/texts/cases';

import classes from './Cases.module.css';

/** One case: a row that opens. */
export function CaseRow({ of, named = true }: { of: DisciplineCase; named?: boolean }) {
  const { acf, card, person_name } = of;
  const { details } = texts;
  const name = person_name || texts.nobody;
  const rows = [
    [details.charge, acf.charge_description],
    [details.code, acf.charge_codes],
    [details.sanction, acf.sanction_description],
    [details.team, acf.team_name],
    [details.dossier, acf.dossier_id],
    [details.processed, acf.processing_date && formatDate(acf.processing_date)],
  ] as const;
  return (
    <details className={classes.row}>
      <summary aria-label={texts.open(name)}>
        {named && <strong>{name}</strong>}
        <span>
          {acf.match_description}
          {acf.match_date !== '' && ` (${formatDate(acf.match_date)})`}
        </span>
        <span>{acf.sanction_description}</span>
        <span role="img" aria-label={texts.cardNames[card]} title={texts.cardNames[card]}>
          {texts.cards[card]}
        </span>
        <span>{texts.charged[acf.is_charged]}</span>
        <span className={classes.fee}>
          {acf.administrative_fee !== null && formatEuros(acf.administrative_fee)}
        </span>
      </summary>
      <dl className={classes.details}>
        {rows.map(
          ([label, value]) =>
            value !== '' && (
              <Detail key={label} label={label}>
                {value}
              </Detail>
            ),
        )}
        {named && acf.person !== 0 && (
          <Detail label={texts.columns.person}>
            <AnchorLink to="/leden/$personId" params={{ personId: acf.person }}>
              {name}
            </AnchorLink>
          </Detail>
        )}
      </dl>
    </details>
  );
}

function Detail({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
