import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';

import { useSaveView } from '@/api/views';
import type { SavedView, SavedViewChange } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { fieldErrors } from '@/lib/field-errors';
import { commonTexts } from '@/texts/common';
import { viewTexts as texts } from '@/texts/people-views';

interface ViewNameDialogProps {
  title: string;
  /** The view that gets the name; without it, a new one. */
  id?: number;
  name: string;
  /** What else is kept with it. */
  change?: SavedViewChange;
  onClose: () => void;
  onSaved?: (view: SavedView) => void;
}

const longest = 80;

/** Asks what a view is called. */
export function ViewNameDialog(props: ViewNameDialogProps) {
  const { title, id, name, change, onClose, onSaved } = props;
  const save = useSaveView();
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? texts.nameMissing : null) },
  });
  const submit = form.onSubmit(
    (values) =>
      save.mutate(
        { id, change: { ...change, name: values.name.trim() } },
        {
          onSuccess: (view) => {
            notifications.show({ color: 'green', message: texts.saved(view.name) });
            onClose();
            onSaved?.(view);
          },
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    () => form.getInputNode('name')?.focus(),
  );
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submit={commonTexts.save}
      pending={save.isPending}
      error={save.error}
      errorTitle={texts.notSaved}
    >
      <TextInput
        label={texts.name}
        description={change === undefined ? undefined : texts.nameHint}
        required
        data-autofocus
        autoComplete="off"
        maxLength={longest}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
