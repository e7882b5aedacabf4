import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Attributes<Props> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A button that leads to a screen: `<LinkButton to="/knowledge">`. */
export const LinkButton = createLink((props: ButtonProps & Attributes<ButtonProps>) => (
  <Button component="a" {...props} />
));

/** A link to a screen that is only an icon: give it a label. */
export const IconLink = createLink((props: ActionIconProps & Attributes<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));

/** A text link to a screen. */
export const TextLink = createLink((props: AnchorProps & Attributes<AnchorProps>) => <Anchor {...props} />);
