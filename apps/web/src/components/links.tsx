import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** Mantine's looks with the router's typed addresses. */
export const AnchorLink = createLink(Anchor<'a'>);
