import { type ExampleCall, newName } from './example-call.ts';

const bucket = () => ({
  name: newName(),
  endpoint: 'https://s3.example',
  bucket: 'bucket',
  access_key_id: 'key',
  secret_access_key: 'secret',
});

/** Calls of the file manager, and of the buckets that files come from. */
export const fileCalls: Record<string, ExampleCall> = {
  listFolders: {},
  createFolder: {
    bodies: [() => ({ name: newName() }), ({ folderId }) => ({ name: newName(), parent_id: folderId })],
  },
  renameFolder: { bodies: [() => ({ name: newName() })] },
  listFiles: {},
  uploadFilesToFolder: { upload: true },
  getFile: {},
  // The ending of a name stays.
  renameFile: { bodies: [() => ({ name: `${newName()}.md` })] },
  moveFiles: {
    bodies: [
      ({ fileId, folderId }) => ({ file_ids: [fileId], target_folder_id: folderId }),
      ({ folderId }) => ({ folder_ids: [folderId], target_folder_id: null }),
    ],
  },
  weighDeletion: {
    bodies: [({ fileId }) => ({ file_ids: [fileId] }), ({ folderId }) => ({ folder_ids: [folderId] })],
  },
  deleteFiles: {
    bodies: [({ fileId }) => ({ file_ids: [fileId] }), ({ folderId }) => ({ folder_ids: [folderId] })],
  },
  linkFiles: {
    bodies: [
      ({ fileId, knowledgeBaseId }) => ({
        file_ids: [fileId],
        knowledge_base_ids: [knowledgeBaseId],
        parse: false,
      }),
    ],
  },
  unlinkFile: { bodies: [({ knowledgeBaseId }) => ({ knowledge_base_id: knowledgeBaseId })] },
  getFileContent: {},
  getFilePageImage: { path: { page: { value: '1' } }, admitted: 404 },
  getRenderedFile: {},
  getFilePdfCopy: {},
  getFilePdfCopyContent: { admitted: 404 },

  listS3Connections: {},
  createS3Connection: { bodies: [bucket] },
  // No server is at its address.
  testS3Connection: {
    // What is kept is not sent elsewhere.
    admitted: 422,
    bodies: [
      ({ s3ConnectionId }) => {
        const { name: _, secret_access_key: __, ...place } = bucket();
        return { ...place, s3_connection_id: s3ConnectionId };
      },
    ],
  },
  updateS3Connection: { bodies: [bucket] },
  deleteS3Connection: {},
  browseS3Connection: { admitted: 502 },
  startS3Import: { bodies: [({ folderId }) => ({ keys: ['a.txt'], folder_id: folderId })] },
  listS3Imports: {},
  getS3Import: {},
  listS3ImportObjects: {},
  cancelS3Import: { admitted: 409 },
};
