import { Box, Flex } from '@mantine/core';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import classes from './messages.module.css';

/** What the assistant says before anything is asked. */
export function Opener({ name, avatar, text }: { name: string; avatar: string | null; text: string }) {
  return (
    <article className={classes.answer} aria-label={name}>
      <div className={classes.avatar}>
        <InitialAvatar name={name} photo={avatar} size={28} square />
      </div>
      <Box flex={1} miw={0}>
        <Flex align="center" mih={28} mb={4} fz="sm" fw={600}>
          {name}
        </Flex>
        <Box fz="0.9375rem" lh={1.65}>
          <Markdown text={text} />
        </Box>
      </Box>
    </article>
  );
}
