import { Modal, type ModalRootProps } from '@mantine/core';

import { commonTexts } from '@/texts/common';

interface DialogProps extends ModalRootProps {
  title: string;
}

/** A question or a small form over the page. */
export function Dialog({ title, children, ...root }: DialogProps) {
  return (
    <Modal.Root centered {...root}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Not the header of the page, which a header inside a dialog would claim to be. */}
        <Modal.Header role="none">
          <Modal.Title component="h2" fw={600}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={commonTexts.close} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
