import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface ChooseFileProps {
  accept: string;
  onChoose: (file: File) => void;
  children: FileButtonProps['children'];
}

/** A button that asks for a file. The same one may be chosen again: it may have been refused, and been changed since. */
export function ChooseFile({ accept, onChoose, children }: ChooseFileProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={accept}
      resetRef={reset}
      onChange={(file) => {
        reset.current?.();
        if (file !== null) onChoose(file);
      }}
    >
      {children}
    </FileButton>
  );
}
