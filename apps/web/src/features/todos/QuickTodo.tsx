import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';

import { plainTitle } from '@/api/groups/rendered';
import { personQuery } from '@/api/people/queries';
import { useAddTodo } from '@/api/todos';
import { DateField } from '@/components/DateField';
import { FormDialog } from '@/components/FormDialog';
import { type ChosenUser, UserSelect } from '@/components/UserSelect';
import { PersonSelect } from '@/features/person/PersonSelect';
import { fieldErrors } from '@/lib/field-errors';
import { todoTexts as texts } from '@/texts/todos';

interface About {
  id: number;
  name: string;
}

/** A new task, from wherever somebody is: on a person's page it is about that person. */
export default function QuickTodo({ onClose }: { onClose: () => void }) {
  const [about, setAbout] = useState(useShownPerson());
  const [asks, setAsks] = useState(false);
  const [content, setContent] = useState('');
  const [due, setDue] = useState('');
  const [assignee, setAssignee] = useState<ChosenUser>();
  const add = useAddTodo();
  const errors = add.isPending ? {} : fieldErrors(add.error);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = {
      content,
      due_date: due,
      ...(about && { person_ids: [about.id] }),
      ...(assignee && { assignee_id: assignee.id }),
    };
    add.mutate(body, {
      onSuccess: () => {
        notifications.show({ color: 'green', message: texts.added });
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={texts.add}
      onClose={onClose}
      onSubmit={submit}
      submit={texts.addSubmit}
      pending={add.isPending}
      disabled={content.trim() === ''}
      error={add.error}
    >
      <TextInput
        label={texts.what}
        placeholder={texts.addPlaceholder}
        autoComplete="off"
        data-autofocus
        value={content}
        onChange={({ currentTarget: { value } }) => setContent(value)}
        error={errors.content}
      />
      <DateField label={texts.due} value={due} onChange={setDue} error={errors.due_date} />
      <UserSelect
        label={texts.assignee}
        placeholder={texts.assigneePlaceholder}
        value={assignee}
        onChange={setAssignee}
        error={errors.assignee_id}
      />
      {about !== undefined ? (
        <Group gap="xs">
          <Text size="sm">{texts.about(about.name)}</Text>
          <CloseButton
            size="sm"
            aria-label={texts.aboutNobody}
            onClick={() => setAbout(undefined)}
          />
        </Group>
      ) : asks ? (
        <PersonSelect
          label={texts.aboutWhom}
          without={[]}
          focused
          onChoose={({ id, name }) => setAbout({ id, name })}
        />
      ) : (
        <Button variant="subtle" size="compact-sm" mr="auto" onClick={() => setAsks(true)}>
          {texts.aboutSomebody}
        </Button>
      )}
    </FormDialog>
  );
}

/** The person whose page is open. */
function useShownPerson(): About | undefined {
  const { personId } = useParams({ strict: false });
  const queryClient = useQueryClient();
  const person =
    personId === undefined ? undefined : queryClient.getQueryData(personQuery(personId).queryKey);
  return person && { id: person.id, name: plainTitle(person.title.rendered) };
}
