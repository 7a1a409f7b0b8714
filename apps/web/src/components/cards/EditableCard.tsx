import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconPencil, type Icon } from '@tabler/icons-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';

import { ErrorAlert } from '@/components/ErrorAlert';
import { commonTexts } from '@/texts/common';

import { SectionCard } from './SectionCard';
import { type CardEditor, focusFirstInput, focusFirstProblem } from './use-card-editor';

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
  useFocusReturns(editor, editButton);

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
            <Suspense fallback={<Skeleton height={36} />}>
              {children}
              <FocusOnArrival editor={editor} />
            </Suspense>
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

/** The keyboard goes into the form when its inputs are there, and to the first problem when it was refused. */
function FocusOnArrival({ editor: { error, cardId } }: { editor: CardEditor }) {
  useEffect(() => {
    if (error === undefined) focusFirstInput(cardId);
    else focusFirstProblem(cardId);
  }, [error, cardId]);
  return null;
}

/** And back to where it came from when the form closes. */
function useFocusReturns({ editing }: CardEditor, editButton: RefObject<HTMLButtonElement | null>) {
  const wasEditing = useRef(false);
  useEffect(() => {
    if (!editing && wasEditing.current) editButton.current?.focus({ preventScroll: true });
    wasEditing.current = editing;
  }, [editing, editButton]);
}
