import { Anchor, Skeleton, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';

import { useUpdateGroup } from '@/api/groups/mutations';
import { useGroupNames } from '@/api/groups/names';
import type { Group } from '@/api/groups/wire';
import { EditableCard } from '@/components/cards/EditableCard';
import { Field, Fields } from '@/components/cards/Fields';
import { useCardEditor } from '@/components/cards/use-card-editor';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import type { RichEditorProps } from '@/components/rich/RichEditor';
import { RichText } from '@/components/rich/RichText';
import { groupTexts } from '@/texts/groups';
import { timelineTexts } from '@/texts/timeline';

import { GroupLink } from './GroupLink';
import { GroupSelect } from './GroupSelect';

const RichEditor = lazyPart<RichEditorProps>(() => import('@/components/rich/RichEditor'));

const texts = groupTexts.details;

type Values = Pick<Group, 'name' | 'parent' | 'website' | 'description'>;

const isWebAddress = (value: string) => value === '' || /^https?:\/\//i.test(value);

export function DetailsCard({ group }: { group: Group }) {
  const { kind, name, parent, website, description } = group;
  const update = useUpdateGroup(group);
  const current = { name, parent, website, description };
  const form = useForm<Values>({
    initialValues: current,
    validate: {
      name: (value) => (value.trim() === '' ? groupTexts.nameMissing : null),
      website: (value) => (isWebAddress(value.trim()) ? null : groupTexts.websiteInvalid),
    },
  });
  const editor = useCardEditor({
    form,
    record: `group-${group.id}`,
    current,
    etag: group.etag,
    save: (edit) => update.mutateAsync(edit),
    tidy: (values) => ({
      ...values,
      name: values.name.trim(),
      website: values.website.trim(),
    }),
  });
  return (
    <EditableCard
      title={texts.title}
      icon={IconInfoCircle}
      editor={editor}
      view={<DetailsView group={group} />}
    >
      <TextInput
        label={groupTexts.name}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
        error={form.errors.name ?? form.errors.title}
      />
      <GroupSelect
        label={groupTexts.kinds[kind].partOf}
        kinds={[kind]}
        without={group.id}
        clearable
        value={form.values.parent}
        onChange={(chosen) => form.setFieldValue('parent', chosen?.id ?? 0)}
        error={form.errors.parent}
      />
      <TextInput
        label={texts.website}
        type="url"
        placeholder="https://"
        autoComplete="off"
        {...form.getInputProps('website')}
      />
      <Part fallback={<Skeleton height={170} aria-label={timelineTexts.loading} />}>
        <RichEditor
          label={texts.description}
          initial={form.values.description}
          onChange={(html) => form.setFieldValue('description', html)}
          error={form.errors.description ?? form.errors.content}
        />
      </Part>
    </EditableCard>
  );
}

function DetailsView({ group }: { group: Group }) {
  const { kind, parent, website, description, publicteamid, activiteit, gender } = group;
  return (
    <Fields>
      {parent !== 0 && (
        <Field label={groupTexts.kinds[kind].partOf}>
          <ParentLink group={group} />
        </Field>
      )}
      <Field label={texts.website}>
        {isWebAddress(website) && website !== '' ? (
          <Anchor href={website} target="_blank" rel="noreferrer" inherit>
            {website}
          </Anchor>
        ) : (
          website
        )}
      </Field>
      <Field label={texts.description}>
        {description !== '' && <RichText html={description} />}
      </Field>
      {kind === 'teams' && (
        <>
          <Field label={groupTexts.activity} synchronized>
            {activiteit}
          </Field>
          <Field label={groupTexts.gender} synchronized>
            {groupTexts.genders[gender]}
          </Field>
          <Field label={texts.publicteamid} synchronized>
            {publicteamid}
          </Field>
        </>
      )}
    </Fields>
  );
}

function ParentLink({ group: { kind, parent } }: { group: Group }) {
  const names = useGroupNames(true);
  const name = names?.get(parent);
  // A parent that the reader may not see has no name here, and no page.
  if (names !== undefined && name === undefined) {
    return <Text inherit>{groupTexts.kinds[kind].unknown(parent)}</Text>;
  }
  return (
    <GroupLink kind={kind} id={parent}>
      {name ?? groupTexts.kinds[kind].unknown(parent)}
    </GroupLink>
  );
}
