import { Center, Loader, VisuallyHidden } from '@mantine/core';

import { commonTexts } from '@/texts/common';

export function PageLoading() {
  return (
    <Center mih="50vh" role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
    </Center>
  );
}
