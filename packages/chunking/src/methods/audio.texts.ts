import type { MethodTexts } from '../texts.ts';

export const audioTexts: MethodTexts = {
  en: {
    name: 'Audio',
    description: 'A transcript split at pauses, with timestamps. Needs a speech-to-text model.',
    use: 'Recorded meetings, calls and lectures.',
  },
  fr: {
    name: 'Audio',
    description:
      'Ce qui est dit, coupé aux pauses, avec le moment où c’est dit. Demande un modèle de transcription.',
    use: 'Réunions, appels et cours enregistrés.',
  },
  zh: {
    name: '音频',
    description: '说话内容按停顿切分，并带有时间。需要语音转文字模型。',
    use: '会议、通话和讲座的录音。',
  },
  'zh-TRADITIONAL': {
    name: '音訊',
    description: '說話內容按停頓切分，並帶有時間。需要語音轉文字模型。',
    use: '會議、通話和講座的錄音。',
  },
};
