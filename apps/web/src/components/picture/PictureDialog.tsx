import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPhotoEdit, IconTrash } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';

import { mediaSrc } from '@/api/media';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Dialog } from '@/components/Dialog';
import { useMayEdit } from '@/components/may-edit';
import type { PictureTexts } from '@/texts/pictures';

import classes from './Picture.module.css';

interface PictureDialogProps {
  opened: boolean;
  onClose: () => void;
  texts: PictureTexts;
  name: string;
  picture: number;
  onChange: () => void;
  /** Takes the picture away with null. */
  change: UseMutationResult<unknown, Error, File | null>;
  onRemoved: () => void;
}

/** The whole picture, and what can be done with it. */
export default function PictureDialog(props: PictureDialogProps) {
  const { opened, onClose, texts, name, picture, onChange, change, onRemoved } = props;
  const [removing, question] = useDisclosure();
  const mayEdit = useMayEdit();
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={texts.of(name)} size="lg">
        <Stack>
          <img
            src={mediaSrc(picture, 'full') ?? undefined}
            alt={texts.of(name)}
            className={classes.full}
          />
          {mayEdit && (
            <>
              <Text size="sm" c="dimmed">
                {texts.hint}
              </Text>
              <Group justify="space-between">
                <Button
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={18} aria-hidden />}
                  onClick={() => {
                    onClose();
                    // A refused upload is no reason against taking the picture away.
                    change.reset();
                    question.open();
                  }}
                >
                  {texts.remove}
                </Button>
                <Button leftSection={<IconPhotoEdit size={18} aria-hidden />} onClick={onChange}>
                  {texts.change}
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </Dialog>
      <ConfirmDialog
        opened={removing}
        onClose={question.close}
        title={texts.removeTitle}
        message={texts.removeMessage}
        confirm={texts.remove}
        mutation={change}
        variables={null}
        onDone={onRemoved}
      />
    </>
  );
}
