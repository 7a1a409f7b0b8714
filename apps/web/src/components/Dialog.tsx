import { Modal, type ModalRootProps } from '@mantine/core';

import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';

interface DialogProps extends ModalRootProps {
  title: string;
  /** Only its own buttons close it: what lies below would be lost. */
  firm?: boolean;
  /** What it asked about is being done: it stays, and its page with it, for it tells when that fails. */
  busy?: boolean;
}

const stay = () => undefined;

/** What closes a dialog: nothing while it is busy, and nobody leaves its page then. */
export function useHeld(busy: boolean, onClose: () => void): () => void {
  useUnsaved(busy ? 'sending' : 'nothing', { drop: onClose, held: true });
  return busy ? stay : onClose;
}

/** A question or a small form over the page. */
export function Dialog(props: DialogProps) {
  const { title, firm = false, busy = false, opened, onClose, children, ...root } = props;
  const close = useHeld(busy && opened, onClose);
  return (
    <Modal.Root
      centered
      closeOnEscape={!firm}
      closeOnClickOutside={!firm}
      opened={opened}
      onClose={close}
      {...root}
    >
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
