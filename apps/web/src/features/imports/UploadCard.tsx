import { Button, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';

import { useUploadImport } from '@/api/imports';
import { ChooseFile } from '@/components/ChooseFile';
import { ErrorAlert } from '@/components/ErrorAlert';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { importTexts as texts } from '@/texts/imports';

import classes from './Imports.module.css';

const kinds =
  '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Takes a file, dragged or chosen. */
export function UploadCard() {
  const upload = useUploadImport();
  const navigate = useNavigate();
  const [over, setOver] = useState(false);
  const [several, setSeveral] = useState(false);
  const send = (files: readonly File[]) => {
    const [file] = files;
    setSeveral(files.length > 1);
    if (file === undefined || files.length > 1 || upload.isPending) return;
    upload.mutate(file, {
      // Not for who left the card meanwhile: the list has the import then.
      onSuccess: ({ id }) =>
        void navigate({ to: '/instellingen/importeren', search: { nummer: id } }),
    });
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ErrorAlert error={upload.error} />
      <Stack
        align="center"
        gap="xs"
        className={classes.drop}
        data-over={over || undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          send([...event.dataTransfer.files]);
        }}
      >
        <IconFileImport size={32} stroke={1.5} aria-hidden />
        <Text fw={600}>{texts.drop}</Text>
        <ChooseFile accept={kinds} onChoose={(file) => send([file])}>
          {(props) => (
            <Button {...props} loading={upload.isPending}>
              {texts.choose}
            </Button>
          )}
        </ChooseFile>
        <Text c="dimmed" size="sm" ta="center">
          {texts.limits}
        </Text>
        <Text role="status" size="sm">
          {several ? texts.oneFile : upload.isPending ? texts.reading : ''}
        </Text>
      </Stack>
    </SettingsCard>
  );
}
