import { Box, Flex } from '@mantine/core';
import { type Icon, IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { TextLink } from '../link.tsx';
import classes from './section-layout.module.css';

export type SectionLink = {
  key: string;
  label: string;
  icon: Icon;
  link: Pick<LinkProps, 'to' | 'search'>;
};

type SectionLayoutProps = {
  back: { label: string; link: Pick<LinkProps, 'to' | 'search'> };
  /** Picture, name and counts of what the sections belong to. */
  head: ReactNode;
  /** Names the sections for screen readers. */
  label: string;
  sections: readonly SectionLink[];
  current: string;
  children: ReactNode;
  /** Stays while one moves between the sections. */
  floating?: ReactNode;
};

/** One thing with several screens: its name, its sections as a side menu (tabs on a phone), and the section. */
export function SectionLayout(props: SectionLayoutProps) {
  const { back, head, label, sections, current, children, floating } = props;
  const nav = useRef<HTMLElement>(null);
  // On a phone there may be more tabs than fit.
  useEffect(() => {
    const tab = nav.current?.querySelector(`[data-section="${current}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <div className={classes.scroller}>
      <div className={classes.layout}>
        <div className={classes.side}>
          <TextLink {...back.link} c="dimmed" size="sm" className={classes.back}>
            <IconArrowLeft size={15} aria-hidden />
            {back.label}
          </TextLink>
          <Flex align="center" gap={12} miw={0}>
            {head}
          </Flex>
          <nav ref={nav} aria-label={label} className={classes.nav}>
            {sections.map(({ key, label: text, icon: Shape, link }) => (
              <Link
                key={key}
                {...link}
                className={classes.link}
                data-section={key}
                aria-current={key === current ? 'page' : undefined}
              >
                <Shape size={18} stroke={1.6} aria-hidden />
                {text}
              </Link>
            ))}
          </nav>
        </div>
        <Box miw={0}>{children}</Box>
        {floating}
      </div>
    </div>
  );
}
