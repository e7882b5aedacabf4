import { Box, Flex } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LongText } from '../display/long-text.tsx';
import { TextLink } from '../link.tsx';
import { usePageTitle } from './use-page-title.ts';
import classes from './window-page.module.css';

type WindowPageProps = {
  title: string;
  /** The way back, at the start of the line. */
  back?: { label: string; link: LinkProps } | undefined;
  children: ReactNode;
};

/** A screen that fills the window below one line with its title. */
export function WindowPage({ title, back, children }: WindowPageProps) {
  usePageTitle(title);
  return (
    <Flex component="main" id="content" direction="column" h="var(--window-height)">
      <header className={classes.head}>
        {back && (
          <TextLink {...back.link} c="dimmed" className={classes.back} aria-label={back.label}>
            <IconArrowLeft size={18} aria-hidden />
          </TextLink>
        )}
        <Box component="h1" miw={0} m={0} fz="1rem" fw={620}>
          <LongText>{title}</LongText>
        </Box>
      </header>
      {children}
    </Flex>
  );
}
