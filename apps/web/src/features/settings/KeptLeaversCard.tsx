import { Text } from '@mantine/core';
import { IconUserHeart } from '@tabler/icons-react';

import { useLetLeaverGo } from '@/api/leavers';
import type { Leavers } from '@/api/types';
import { Folded } from '@/components/Folded';
import { formatDate } from '@/lib/dates';
import { leaverTexts } from '@/texts/leavers';

import { ConfirmButton } from './ConfirmButton';
import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';
import { SettingsRow } from './SettingsList';

const { kept: texts } = leaverTexts;

const shown = 20;

/** Of whom everything is kept, whatever the rules say. */
export function KeptLeaversCard({ kept }: Pick<Leavers, 'kept'>) {
  const letGo = useLetLeaverGo();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      {kept.length === 0 ? (
        <Text c="dimmed">{texts.empty}</Text>
      ) : (
        <Folded items={kept} limit={shown}>
          {(list) => (
            <ul className={classes.list}>
              {list.map(({ person, name: known, reason, by, since }) => {
                const name = known === '' ? leaverTexts.gone(person) : known;
                return (
                  <SettingsRow
                    key={person}
                    title={name}
                    icon={IconUserHeart}
                    about={texts.about(reason, by, formatDate(since))}
                  >
                    <ConfirmButton
                      label={texts.letGo}
                      name={texts.letGoThing(name)}
                      title={texts.letGoTitle(name)}
                      message={texts.letGoMessage}
                      confirm={texts.letGo}
                      mutation={letGo}
                      variables={person}
                      done={() => texts.done(name)}
                    />
                  </SettingsRow>
                );
              })}
            </ul>
          )}
        </Folded>
      )}
    </SettingsCard>
  );
}
