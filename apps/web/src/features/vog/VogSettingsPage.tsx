import {
  Button,
  Code,
  Group,
  List,
  MultiSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { groupNamesQuery } from '@/api/groups/names';
import type { VogSettings } from '@/api/types';
import { useSaveVogSettings, vogSettingsQuery } from '@/api/vog';
import { changedKeys } from '@/components/cards/changed-keys';
import { ErrorAlert } from '@/components/ErrorAlert';
import { lazyPart } from '@/components/lazy-part';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { takeKept } from '@/features/settings/take-kept';
import { compareNames } from '@/lib/compare';
import { fieldErrors } from '@/lib/field-errors';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { vogTexts } from '@/texts/vog';

import { VogFrame } from './VogFrame';
import { type VogTemplate, vogTemplates } from './templates';
import classes from './Vog.module.css';

const PreviewDialog = lazyPart(() => import('./PreviewDialog'));

const texts = vogTexts.settings;

/** Who writes about certificates, what the mails say, and for whose work none is asked. */
export function VogSettingsPage() {
  const settings = useQuery(vogSettingsQuery);
  return (
    <VogFrame>
      <div className={classes.page}>
        <ListState query={settings}>{(saved) => <SettingsForm saved={saved} />}</ListState>
      </div>
    </VogFrame>
  );
}

const valuesOf = (of: VogSettings) => ({
  from_email: of.from_email,
  from_name: of.from_name,
  template_new: of.template_new,
  template_renewal: of.template_renewal,
  reminder_template_new: of.reminder_template_new,
  reminder_template_renewal: of.reminder_template_renewal,
  exempt: of.exempt_commissies.map(String),
});

function SettingsForm({ saved }: { saved: VogSettings }) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const form = useForm({ initialValues: valuesOf(saved) });
  const save = useSaveVogSettings();
  const [shown, setShown] = useState<VogTemplate>();
  const keep = async (): Promise<boolean> => {
    const sent = form.getValues();
    const { exempt, ...others } = changedKeys(form.getInitialValues(), sent);
    try {
      const kept = valuesOf(
        await save.mutateAsync({
          ...others,
          ...(exempt && { exempt_commissies: exempt.map(Number) }),
        }),
      );
      takeKept(form, sent, kept);
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch (error) {
      form.setErrors(fieldErrors(error));
      return false;
    }
  };
  useUnsaved(save.isPending ? 'sending' : form.isDirty() ? 'typed' : 'nothing', {
    save: keep,
    drop: form.reset,
  });
  return (
    <form noValidate onSubmit={form.onSubmit(() => void keep())}>
      <Stack gap="lg">
        <SettingsCard title={texts.sender} intro={texts.senderIntro}>
          <Stack maw="32rem">
            <TextInput
              label={texts.name}
              description={texts.nameHint}
              maxLength={70}
              {...form.getInputProps('from_name')}
            />
            <TextInput
              label={texts.email}
              description={texts.emailHint}
              type="email"
              {...form.getInputProps('from_email')}
            />
          </Stack>
        </SettingsCard>
        <SettingsCard title={texts.texts} intro={texts.textsIntro}>
          <div>
            <Text size="sm" fw={500}>
              {texts.placeholders}
            </Text>
            <List size="sm" mt={4}>
              {Object.entries(texts.meanings).map(([place, meaning]) => (
                <List.Item key={place}>
                  <Code>{place}</Code> {meaning}
                </List.Item>
              ))}
            </List>
          </div>
          {vogTemplates.map((template) => (
            <div key={template}>
              <Textarea
                label={texts[template]}
                autosize
                minRows={6}
                maxRows={18}
                maxLength={10_000}
                {...form.getInputProps(template)}
              />
              <Button
                size="compact-sm"
                variant="subtle"
                mt={4}
                aria-label={`${texts.preview}: ${texts[template]}`}
                aria-haspopup="dialog"
                onClick={() => setShown(template)}
              >
                {texts.preview}
              </Button>
            </div>
          ))}
        </SettingsCard>
        <Exempt
          mayChange={me.is_admin}
          value={form.values.exempt}
          onChange={(exempt) => form.setFieldValue('exempt', exempt)}
        />
        <ErrorAlert error={save.error} title={commonTexts.notSaved} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {commonTexts.save}
          </Button>
        </Group>
      </Stack>
      <Part onGiveUp={() => setShown(undefined)}>
        {shown && (
          <PreviewDialog
            template={shown}
            text={form.values[shown]}
            onClose={() => setShown(undefined)}
          />
        )}
      </Part>
    </form>
  );
}

interface ExemptProps {
  mayChange: boolean;
  value: string[];
  onChange: (value: string[]) => void;
}

/** Administrators decide it: it is a rule of the club. */
function Exempt({ mayChange, value, onChange }: ExemptProps) {
  const { data: groups = [] } = useQuery(groupNamesQuery);
  const committees = groups
    .filter(({ kind }) => kind === 'commissies')
    .sort((a, b) => compareNames(a.name, b.name))
    .map(({ id, name }) => ({ value: String(id), label: name }));
  // A committee that was removed keeps its place: leaving it out would be a change that nobody made.
  const gone = value
    .filter((id) => !committees.some((one) => one.value === id))
    .map((id) => ({ value: id, label: texts.unknown(id) }));
  const all = [...committees, ...gone];
  return (
    <SettingsCard title={texts.exempt} intro={texts.exemptIntro}>
      {mayChange ? (
        <MultiSelect
          aria-label={texts.exempt}
          maw="32rem"
          searchable
          hidePickedOptions
          data={all}
          value={value}
          onChange={onChange}
        />
      ) : (
        <>
          <Text>
            {value.length === 0
              ? texts.noExempt
              : value.map((id) => all.find((one) => one.value === id)?.label).join(', ')}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.exemptBy}
          </Text>
        </>
      )}
    </SettingsCard>
  );
}
