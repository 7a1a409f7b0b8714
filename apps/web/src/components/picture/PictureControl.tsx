import { Avatar, Loader, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCamera } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';

import { mediaSrc } from '@/api/media';
import { describeError } from '@/lib/describe-error';
import { pictureTexts } from '@/texts/pictures';

import { logoTypes, photoTypes, pictureProblem } from './picture-file';
import classes from './Picture.module.css';
import { lazyPart } from '@/components/lazy-part';
import { useMayEdit } from '@/components/may-edit';
import { Part } from '@/components/Part';

const PictureDialog = lazyPart(() => import('./PictureDialog'));

interface PictureControlProps {
  kind: 'photo' | 'logo';
  /** Whose picture it is. */
  name: string;
  /** The picture of the library; 0 for none. */
  picture: number;
  /** Stands there without a picture. */
  children: ReactNode;
  /** A file is the new picture; null takes it away. */
  change: UseMutationResult<unknown, Error, File | null>;
}

/** A picture that shows itself large when clicked, and takes another one by click or drop. */
export function PictureControl({ kind, name, picture, children, change }: PictureControlProps) {
  const texts = pictureTexts[kind];
  const types = kind === 'photo' ? photoTypes : logoTypes;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [opened, dialog] = useDisclosure();
  const [asked, setAsked] = useState(false);
  const open = () => {
    setAsked(true);
    dialog.open();
  };

  const say = (message: string) => notifications.show({ message, color: 'green' });
  const refuse = (message: string) =>
    notifications.show({
      color: 'red',
      autoClose: false,
      title: pictureTexts.notPlaced,
      message,
    });
  const place = (file: File | null | undefined) => {
    if (file === undefined || file === null) return;
    const problem = pictureProblem(file, types);
    if (problem !== undefined) {
      refuse(texts.problems[problem]);
      return;
    }
    dialog.close();
    change.mutate(file, {
      onSuccess: () => say(texts.placed),
      onError: (error) => refuse(describeError(error).message),
    });
  };
  const mayEdit = useMayEdit();
  const choose = () => input.current?.click();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (mayEdit) place(event.dataTransfer.files.item(0));
  };

  return (
    <>
      <UnstyledButton
        className={classes.button}
        style={{ '--picture-radius': kind === 'photo' ? '50%' : 'var(--mantine-radius-md)' }}
        aria-label={picture === 0 ? texts.add : texts.show}
        disabled={change.isPending || (!mayEdit && picture === 0)}
        data-over={over || undefined}
        onClick={picture === 0 ? choose : open}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Avatar
          src={mediaSrc(picture, 'thumbnail')}
          alt={texts.of(name)}
          size={72}
          color="club"
          radius={kind === 'photo' ? '50%' : 'md'}
        >
          {children}
        </Avatar>
        {mayEdit && (
          <span className={classes.mark} data-print="never">
            <IconCamera size={15} aria-hidden />
          </span>
        )}
        {change.isPending && (
          <span className={classes.busy}>
            <Loader size="sm" color="white" aria-hidden />
          </span>
        )}
      </UnstyledButton>
      <VisuallyHidden role="status">{change.isPending && texts.busy}</VisuallyHidden>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        aria-label={texts.add}
        onChange={({ currentTarget }) => {
          place(currentTarget.files?.item(0));
          // The same file can be chosen again after a refusal.
          currentTarget.value = '';
        }}
      />
      <Part
        onGiveUp={() => {
          setAsked(false);
          dialog.close();
        }}
      >
        {picture !== 0 && asked && (
          <PictureDialog
            opened={opened}
            onClose={dialog.close}
            texts={texts}
            name={name}
            picture={picture}
            onChange={choose}
            change={change}
            onRemoved={() => say(texts.removed)}
          />
        )}
      </Part>
    </>
  );
}
