import { Button, Group, Loader, Skeleton, Stack } from '@mantine/core';
import { IconPencil, type Icon } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

import { ErrorAlert } from '@/components/ErrorAlert';
import { useMayEdit } from '@/components/may-edit';
import { Part } from '@/components/Part';
import { useIsLate } from '@/components/use-is-late';
import { commonTexts } from '@/texts/common';

import classes from './Cards.module.css';
import { focusFirstIn, focusFirstProblem } from './focus';
import { SectionCard } from './SectionCard';
import type { CardEditor } from './use-card-editor';

interface EditableCardProps extends Partial<CardFormProps> {
  editor: CardEditor;
  title: string;
  icon: Icon;
  /** What the card shows while nobody is changing it. */
  view: ReactNode;
  /** What is not changed here comes from the federation. */
  synchronized?: boolean;
  /** The form is a part of the view: one line of it is changed where it stands. */
  inline?: boolean;
  /** Other ways to begin than the button that changes all of it, and instead of it. */
  actions?: ReactNode;
}

interface CardFormProps {
  editor: CardEditor;
  /** One line of the card: what is typed replaces it. */
  line?: boolean;
  /** The inputs. */
  children?: ReactNode;
}

/** One subject of a person that can be changed where it stands. */
export function EditableCard(props: EditableCardProps) {
  const { title, icon, editor, view, synchronized, inline = false, actions, children } = props;
  useFocusReturns(editor);
  const isLate = useIsLate(editor.saving);
  const mayEdit = useMayEdit();

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
            {mayEdit &&
              (actions ?? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  leftSection={<IconPencil size={16} aria-hidden />}
                  data-opener="card"
                  data-print="never"
                  aria-label={commonTexts.editThing(title)}
                  onClick={editor.start}
                >
                  {commonTexts.edit}
                </Button>
              ))}
          </Group>
        )
      }
    >
      {editor.editing && !inline ? <CardForm editor={editor}>{children}</CardForm> : view}
    </SectionCard>
  );
}

/** The form of an open card: its buttons stay in view, and so does what they have to say. */
export function CardForm({ editor, line = false, children }: CardFormProps) {
  const pressed = (event: KeyboardEvent<HTMLFormElement>) => {
    // A list or a calendar that lies above the form has the keys first.
    if (!(event.target instanceof Element) || isOpen(event.target)) return;
    if (!event.currentTarget.contains(event.target)) return;
    if (event.key === 'Escape') editor.leave();
    const isChosen = line && event.target instanceof HTMLSelectElement;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || isChosen)) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
  };
  const size = line ? 'xs' : 'sm';
  return (
    // The keys are those of the inputs in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form onSubmit={editor.submit} onKeyDown={pressed} noValidate>
      <Stack>
        <Part fallback={<Skeleton height={36} />}>
          {children}
          <FocusOnArrival editor={editor} select={line} />
        </Part>
        <Stack gap="sm" className={classes.buttons}>
          <ErrorAlert tabIndex={-1} error={editor.error} title={commonTexts.notSaved} />
          <Group justify="flex-end">
            <Button variant="default" size={size} onClick={editor.cancel}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" size={size}>
              {commonTexts.save}
            </Button>
          </Group>
        </Stack>
      </Stack>
    </form>
  );
}

const isOpen = (input: Element): boolean => input.getAttribute('aria-expanded') === 'true';

/** The keyboard goes into the form when its inputs are there, and to the first problem when it was refused. */
function FocusOnArrival({ editor, select }: { editor: CardEditor; select: boolean }) {
  const { error, cardId } = editor;
  useEffect(() => {
    const form = document.getElementById(cardId)?.querySelector('form');
    if (error === undefined) focusFirstIn(form, select);
    else focusFirstProblem(cardId);
  }, [error, cardId, select]);
  return null;
}

/** And back to where it came from when the form closes: the button that opened it, or the one of the whole card. */
function useFocusReturns({ editing, cardId }: CardEditor) {
  const opener = useRef<string>(undefined);
  const wasEditing = useRef(false);
  useEffect(() => {
    const card = document.getElementById(cardId);
    if (!editing && wasEditing.current) {
      const button = (name: string | undefined) =>
        card?.querySelector<HTMLElement>(`[data-opener="${name ?? ''}"]`);
      const at = button(opener.current) ?? card?.querySelector<HTMLElement>('[data-opener]');
      at?.focus({ preventScroll: true });
    }
    wasEditing.current = editing;
    if (editing || card === null) return;
    // What had the focus when the form opened is gone by the time that it closes: its name stays.
    const remember = ({ target }: Event) => {
      if (target instanceof Element) {
        opener.current = target.closest<HTMLElement>('[data-opener]')?.dataset.opener;
      }
    };
    card.addEventListener('click', remember);
    return () => card.removeEventListener('click', remember);
  }, [editing, cardId]);
}
