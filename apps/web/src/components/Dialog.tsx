import { Modal, type ModalRootProps } from '@mantine/core';

import { commonTexts } from '@/texts/common';

interface DialogProps extends ModalRootProps {
  title: string;
  /** Only its own buttons close it: what lies below would be lost. */
  firm?: boolean;
}

/** A question or a small form over the page. */
export function Dialog({ title, firm = false, children, ...root }: DialogProps) {
  return (
    <Modal.Root centered closeOnEscape={!firm} closeOnClickOutside={!firm} {...root}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Not the header of the page, which a header inside a dialog would claim to be. */}
        <Modal.Header role="none">
          <Modal.Title component="h2" fw={600}>
            {title}
          </Modal.Title>
          {!firm && <Modal.CloseButton aria-label={commonTexts.close} />}
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
