import type { UseFormReturnType } from '@mantine/form';

import { useUpdatePerson } from '@/api/people/mutations';
import type { PersonChange } from '@/api/people/wire';
import type { Person, PersonFields } from '@/api/types';
import { useCardEditor } from '@/components/cards/use-card-editor';

interface PersonEditorOptions<Values extends PersonChange> {
  person: Person;
  form: UseFormReturnType<Values>;
  /** The fields that the card changes. */
  read: (fields: PersonFields) => Values;
  tidy?: (values: Values) => Values;
}

/** Editing some fields of a person where they stand. */
export function usePersonEditor<Values extends PersonChange>(options: PersonEditorOptions<Values>) {
  const { person, form, read, tidy } = options;
  const update = useUpdatePerson(person.id);
  return useCardEditor({
    form,
    record: `person-${person.id}`,
    current: read(person.acf),
    etag: person.etag,
    save: (edit) => update.mutateAsync(edit),
    tidy,
  });
}
