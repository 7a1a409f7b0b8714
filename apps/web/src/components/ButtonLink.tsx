import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A button that leads somewhere is a link: to a screen reader, and to who opens it beside this page. */
export const ButtonLink = createLink((props: ButtonProps & ComponentProps<'a'>) => (
  <Button component="a" {...props} />
));
