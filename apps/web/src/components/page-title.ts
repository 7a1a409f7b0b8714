import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { clubNameQuery } from '@/api/club';
import { commonTexts } from '@/texts/common';

/** The club's name, or the product's while it is not known yet. */
export function useClubName(): string {
  return useQuery(clubNameQuery).data ?? commonTexts.product;
}

export function usePageTitle(page: string): void {
  useDocumentTitle(commonTexts.title(page, useClubName()));
}
