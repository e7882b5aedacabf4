import { getChunkImage } from '@lectern/contract';
import { Loader, Modal, UnstyledButton } from '@mantine/core';
import { useDisclosure, useInViewport } from '@mantine/hooks';
import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileUrl } from '../../api/use-file-url.ts';
import classes from './chunk-picture.module.css';

type ChunkPictureProps = {
  documentId: string;
  chunkId: string;
  label: string;
  /** Cannot be enlarged, because it is inside something clickable. */
  still?: boolean;
};

/** The figure, slide or page of a chunk as a thumbnail, fetched once it is seen; a click shows it large. */
export function ChunkPicture({ documentId, chunkId, label, still = false }: ChunkPictureProps) {
  const { t } = useTranslation('shell');
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const [seen, setSeen] = useState(false);
  const [large, { open, close }] = useDisclosure(false);
  useEffect(() => {
    if (inViewport) setSeen(true);
  }, [inViewport]);
  const { url, error } = useFileUrl(getChunkImage, { params: { documentId, chunkId } }, { enabled: seen });
  const picture = error ? (
    <IconPhotoOff size={22} stroke={1.4} aria-hidden />
  ) : url === undefined ? (
    <Loader size={16} color="gray" aria-hidden />
  ) : (
    <img src={url} alt={label} className={classes.picture} />
  );
  return (
    <span ref={ref} className={classes.frame}>
      {still || url === undefined ? (
        <span className={classes.thumbnail}>{picture}</span>
      ) : (
        <>
          <UnstyledButton
            className={classes.thumbnail}
            aria-label={`${label}: ${t('picture.enlarge')}`}
            onClick={(event) => {
              event.stopPropagation();
              open();
            }}
          >
            {picture}
          </UnstyledButton>
          <Modal
            opened={large}
            onClose={close}
            title={label}
            size="auto"
            // What is clicked in the dialog is not clicked in what it was opened from.
            onClick={(event) => event.stopPropagation()}
          >
            <img src={url} alt={label} className={classes.large} />
          </Modal>
        </>
      )}
    </span>
  );
}
