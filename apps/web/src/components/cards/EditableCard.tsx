import { Button, Group, Loader, Skeleton, Stack } from '@mantine/core';
import { IconPencil, type Icon } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';

import { ErrorAlert } from '@/components/ErrorAlert';
import { Part } from '@/components/Part';
import { useIsLate } from '@/components/use-is-late';
import { commonTexts } from '@/texts/common';

import classes from './Cards.module.css';
import { focusFirstInput, focusFirstProblem } from './focus';
import { SectionCard } from './SectionCard';
import type { CardEditor } from './use-card-editor';

interface EditableCardProps {
  title: string;
  icon: Icon;
  editor: CardEditor;
  /** What the card shows while nobody is changing it. */
  view: ReactNode;
  /** What is not changed here comes from the federation. */
  synchronized?: boolean;
  /** Other ways to begin than the button that changes all of it. */
  actions?: ReactNode;
  /** The inputs. */
  children: ReactNode;
}

/** One subject of a person that can be changed where it stands. */
export function EditableCard(props: EditableCardProps) {
  const { title, icon, editor, view, synchronized, actions, children } = props;
  const editButton = useRef<HTMLButtonElement>(null);
  useFocusReturns(editor, editButton);
  const isLate = useIsLate(editor.saving);

  return (
    <SectionCard
      id={editor.cardId}
      title={title}
      icon={icon}
      synchronized={synchronized}
      action={
        !editor.editing && (
          <Group gap={4} wrap="nowrap">
            {isLate && (
              <Group gap={6} wrap="nowrap" role="status" c="dimmed" fz="sm">
                <Loader size={14} aria-hidden />
                {commonTexts.saving}
              </Group>
            )}
            {actions}
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
          </Group>
        )
      }
    >
      {editor.editing ? <CardForm editor={editor}>{children}</CardForm> : view}
    </SectionCard>
  );
}

/** The form of an open card: its buttons stay in view, and so does what they have to say. */
export function CardForm({ editor, children }: Pick<EditableCardProps, 'editor' | 'children'>) {
  const pressed = (event: KeyboardEvent<HTMLFormElement>) => {
    // A list or a calendar that lies above the form has the keys first.
    if (!(event.target instanceof Element) || isOpen(event.target)) return;
    if (!event.currentTarget.contains(event.target)) return;
    if (event.key === 'Escape') editor.leave();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
  };
  return (
    // The keys are those of the inputs in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form onSubmit={editor.submit} onKeyDown={pressed} noValidate>
      <Stack>
        <Part fallback={<Skeleton height={36} />}>
          {children}
          <FocusOnArrival editor={editor} />
        </Part>
        <Stack gap="sm" className={classes.buttons}>
          <ErrorAlert tabIndex={-1} error={editor.error} title={commonTexts.notSaved} />
          <Group justify="flex-end">
            <Button variant="default" onClick={editor.cancel}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit">{commonTexts.save}</Button>
          </Group>
        </Stack>
      </Stack>
    </form>
  );
}

const isOpen = (input: Element): boolean => input.getAttribute('aria-expanded') === 'true';

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
