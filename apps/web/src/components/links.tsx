import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Mantine's looks with the router's typed addresses. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(LinkButton);

/** A button that leads somewhere is a link: to a screen reader, and to who opens it beside this page. */
function LinkButton(props: ButtonProps & ComponentProps<'a'>) {
  return <Button component="a" {...props} />;
}
