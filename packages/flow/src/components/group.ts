import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';

/** A frame around nodes that belong together. */
export const group = defineFlowComponent({
  id: 'group',
  category: 'data',
  icon: 'M4 4h16v16H4zM4 9h16',
  texts: {
    en: {
      name: 'Group',
      description: 'Frames nodes that belong together. It changes nothing about how they run.',
    },
    fr: {
      name: 'Groupe',
      description: 'Encadre des nœuds qui vont ensemble. Il ne change rien à leur exécution.',
    },
    zh: { name: '分组', description: '框住相关的节点，不影响其运行。' },
    'zh-TRADITIONAL': { name: '群組', description: '框住相關的節點，不影響其執行。' },
  },
  example: {},
  options: z.object({}),
  layout: {},
  ports: [],
  outputs: [],
  holds: 'group',
  isNote: true,
  run: async () => ({ outputs: {} }),
});
