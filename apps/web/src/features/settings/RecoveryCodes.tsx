import { Button, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

import { commonTexts } from '@/texts/common';
import { secondFactorTexts as texts } from '@/texts/second-factor';

import classes from './Settings.module.css';

/** The only moment at which recovery codes can be read. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n');
  const intro = useRef<HTMLParagraphElement>(null);
  useEffect(() => intro.current?.focus(), []); // the form that was used is gone
  return (
    <Stack>
      <Text ref={intro} tabIndex={-1}>
        {texts.codes}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" component="ul" className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="light"
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
              onClick={copy}
            >
              {copied ? commonTexts.copied : commonTexts.copy}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="light"
          leftSection={<IconDownload size={16} aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={texts.fileName}
        >
          {texts.download}
        </Button>
        <Button onClick={onDone} ml="auto">
          {texts.saved}
        </Button>
      </Group>
    </Stack>
  );
}
