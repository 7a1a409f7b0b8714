import { useDisclosure } from '@mantine/hooks';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { labelsQuery, useDeleteLabel, useSaveLabel } from '@/api/terms';
import type { PersonLabel } from '@/api/types';
import { TermDialog } from '@/components/TermDialog';
import { labelTexts as texts } from '@/texts/settings-admin';

import { ConfirmButton } from './ConfirmButton';
import { NameForm } from './NameForm';
import { RowButton } from './RowButton';
import { SettingsCard } from './SettingsCard';
import { SettingsList, SettingsRow } from './SettingsList';

export function LabelsTab() {
  const labels = useQuery(labelsQuery);
  const create = useSaveLabel();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <NameForm texts={texts} create={create} toVariables={(name) => ({ values: { name } })} />
      <SettingsList query={labels} empty={texts.empty}>
        {(label) => <LabelRow key={label.id} label={label} />}
      </SettingsList>
    </SettingsCard>
  );
}

function LabelRow({ label: { id, name } }: { label: PersonLabel }) {
  const [renaming, dialog] = useDisclosure();
  const save = useSaveLabel();
  const remove = useDeleteLabel();
  return (
    <SettingsRow title={name} icon={IconTag}>
      <RowButton label={texts.rename} name={texts.renameThing(name)} onClick={dialog.open} />
      <ConfirmButton
        label={texts.remove}
        name={texts.removeThing(name)}
        title={texts.removeTitle(name)}
        message={texts.removeMessage}
        confirm={texts.remove}
        mutation={remove}
        variables={id}
        done={() => texts.removed(name)}
        undo={(token) => token}
      />
      {renaming && (
        <TermDialog
          title={texts.renameTitle}
          texts={texts}
          initialValues={{ name }}
          save={save}
          toVariables={(values) => ({ id, values })}
          onClose={dialog.close}
        />
      )}
    </SettingsRow>
  );
}
