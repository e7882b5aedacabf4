import { getKnowledgeBase, listDocumentLabels, listDocuments } from '@lectern/contract';
import { UploadTray } from '../../ui/upload/upload-tray.tsx';

const lists = [listDocuments, getKnowledgeBase, listDocumentLabels];

/** What is being uploaded into this base. */
export function DocumentsUploadTray({ knowledgeBaseId }: { knowledgeBaseId: string }) {
  return <UploadTray place={knowledgeBaseId} refreshes={lists} />;
}
