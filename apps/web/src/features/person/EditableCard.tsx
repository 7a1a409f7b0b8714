import { Button, Group, Stack } from '@mantine/core';
import { IconPencil, type Icon } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

import { ErrorAlert } from '@/components/ErrorAlert';
import { commonTexts } from '@/texts/common';

import { SectionCard } from './SectionCard';
import { type CardEditor, focusFirstProblem, inCard } from './use-card-editor';

interface EditableCardProps {
  title: string;
  icon: Icon;
  editor: CardEditor;
  /** What the card shows while nobody is changing it. */
  view: ReactNode;
  /** The inputs. */
  children: ReactNode;
}

/** One subject of a person that can be changed where it stands. */
export function EditableCard({ title, icon, editor, view, children }: EditableCardProps) {
  const editButton = useRef<HTMLButtonElement>(null);
  useFocusFollows(editor, editButton);

  return (
    <SectionCard
      id={editor.cardId}
      title={title}
      icon={icon}
      action={
        !editor.editing && (
          <Button
            ref={editButton}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label={commonTexts.editThing(title)}
            onClick={editor.start}
          >
            {commonTexts.edit}
          </Button>
        )
      }
    >
      {editor.editing ? (
        <form onSubmit={editor.submit} noValidate>
          <Stack>
            <ErrorAlert error={editor.error} title={commonTexts.notSaved} />
            {children}
            <Group justify="flex-end">
              <Button variant="default" onClick={editor.cancel}>
                {commonTexts.cancel}
              </Button>
              <Button type="submit">{commonTexts.save}</Button>
            </Group>
          </Stack>
        </form>
      ) : (
        view
      )}
    </SectionCard>
  );
}

/** The keyboard goes into the form when it opens, to the first problem when it was refused, and back when it closes. */
function useFocusFollows(
  { editing, error, cardId }: CardEditor,
  editButton: RefObject<HTMLButtonElement | null>,
) {
  const wasEditing = useRef(false);
  useEffect(() => {
    if (editing && error !== undefined) focusFirstProblem(cardId);
    else if (editing) inCard(cardId, 'input, select, textarea')?.focus();
    else if (wasEditing.current) editButton.current?.focus({ preventScroll: true });
    wasEditing.current = editing;
  }, [editing, error, cardId, editButton]);
}
