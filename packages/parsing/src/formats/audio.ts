import { defineFormat } from '../parsed-document.ts';

export const audioFormat = defineFormat({
  id: 'audio',
  extensions: ['mp3', 'wav', 'm4a', 'ogg', 'oga', 'opus', 'flac', 'webm', 'mp4'],
  mediaTypes: [
    'audio/mpeg',
    'audio/wav',
    'audio/mp4',
    'audio/ogg',
    'audio/opus',
    'audio/flac',
    'audio/webm',
    'video/mp4',
    'video/webm',
  ],
  signatures: ['mp3', 'wav', 'm4a', 'm4b', 'mp4', 'ogg', 'oga', 'opus', 'flac', 'webm'],
  read: async (_input, options) =>
    (await import('../speech/read-recording.ts')).readRecording(options.speech),
});
