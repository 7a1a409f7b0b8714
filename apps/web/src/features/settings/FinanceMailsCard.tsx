import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';

import { useMailPreview, useSaveFinance } from '@/api/finance';
import type { FinanceSettings, PersonHit } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { PersonSelect } from '@/features/person/PersonSelect';
import { mayLeave, useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { financeTexts } from '@/texts/finance';

import { SettingsCard } from './SettingsCard';

const texts = financeTexts.mails;

type Template = keyof typeof texts.names;

const templates = Object.entries(texts.names).map(([value, label]) => ({ value, label }));

/** The text of the chosen mail is a part of the page by itself. */
const part = 'finance-mail';

/** What mails about money say, with a look at one for a real member. */
export function FinanceMailsCard({ saved }: { saved: FinanceSettings }) {
  const [template, setTemplate] = useState<Template>('membership_email_template');
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <Stack maw="44rem">
        <Select
          label={texts.which}
          data={templates}
          value={template}
          allowDeselect={false}
          onChange={(chosen) =>
            void mayLeave(part).then((may) => {
              if (may && chosen !== null) setTemplate(chosen as Template);
            })
          }
        />
        <MailText key={template} template={template} saved={saved[template]} />
      </Stack>
    </SettingsCard>
  );
}

function MailText({ template, saved }: { template: Template; saved: string }) {
  // Nothing, until something is typed: then it shows what was saved, also by somebody else.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? saved;
  const [member, setMember] = useState<PersonHit>();
  const keep = useSaveFinance();
  const preview = useMailPreview();
  const isTyped = typed !== undefined && typed !== saved;
  const save = async (): Promise<boolean> => {
    try {
      await keep.mutateAsync({ [template]: text });
      // What was typed since stays, and is yet to be saved.
      setTyped((now) => (now === text ? undefined : now));
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  useUnsaved(isTyped ? 'typed' : keep.isPending ? 'sending' : 'nothing', {
    save,
    drop: () => setTyped(undefined),
    part,
  });
  const look = (person: PersonHit) => {
    setMember(person);
    preview.mutate({ template, text, person_id: person.id });
  };
  return (
    <Stack>
      <ErrorAlert error={keep.error} title={commonTexts.notSaved} />
      <Textarea
        label={texts.text}
        autosize
        minRows={8}
        value={text}
        // While it is being saved something else becomes what was saved.
        onChange={({ currentTarget: { value } }) =>
          setTyped(value === saved && !keep.isPending ? undefined : value)
        }
      />
      <Group>
        <Button disabled={!isTyped} loading={keep.isPending} onClick={() => void save()}>
          {commonTexts.save}
        </Button>
      </Group>
      <PersonSelect
        label={texts.person}
        without={[]}
        onChoose={look}
        busy={preview.isPending}
        error={undefined}
      />
      {member !== undefined && (
        <Group>
          <Text>{member.name}</Text>
          <Button variant="default" loading={preview.isPending} onClick={() => look(member)}>
            {texts.preview}
          </Button>
        </Group>
      )}
      <ErrorAlert error={preview.error} />
      {preview.data !== undefined && (
        <Stack gap="xs">
          <Text fw={600}>{preview.data.subject}</Text>
          <iframe
            title={texts.shown}
            sandbox=""
            srcDoc={preview.data.html}
            style={{
              width: '100%',
              height: '32rem',
              border: '1px solid var(--mantine-color-default-border)',
            }}
          />
          <Text size="sm" c="dimmed">
            {texts.places}: {preview.data.placeholders.join(' ')}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
