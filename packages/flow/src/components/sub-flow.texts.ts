import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const subFlowTexts: ComponentTexts = {
  en: {
    name: 'Sub-flow',
    description:
      'Runs the published version of another flow and gives what it shows. It ends where that flow would wait for the next message.',
    needs: 'A published flow of the company that waits for no form.',
  },
  fr: {
    name: 'Sous-flux',
    description:
      'Exécute la version publiée d’un autre flux et donne ce qu’il affiche. S’arrête là où ce flux attendrait le message suivant.',
    needs: 'Un flux publié de l’entreprise, qui n’attend aucun formulaire.',
  },
  zh: {
    name: '子流程',
    description: '运行另一流程的已发布版本，并给出其显示的内容。到该流程等待下一条消息处结束。',
    needs: '公司内一个已发布且不等待表单的流程。',
  },
  'zh-TRADITIONAL': {
    name: '子流程',
    description: '執行另一流程的已發布版本，並給出其顯示的內容。到該流程等待下一則訊息處結束。',
    needs: '公司內一個已發布且不等待表單的流程。',
  },
};

export const subFlowOptionTexts = {
  flowId: {
    en: { label: 'Flow' },
    fr: { label: 'Flux' },
    zh: { label: '流程' },
    'zh-TRADITIONAL': { label: '流程' },
  },
  inputs: {
    en: { label: 'Inputs', description: 'Values for the fields of its begin.' },
    fr: { label: 'Entrées', description: 'Valeurs des champs de son début.' },
    zh: { label: '输入', description: '其“开始”节点各字段的值。' },
    'zh-TRADITIONAL': { label: '輸入', description: '其「開始」節點各欄位的值。' },
  },
  name: {
    en: { label: 'Field' },
    fr: { label: 'Champ' },
    zh: { label: '字段' },
    'zh-TRADITIONAL': { label: '欄位' },
  },
  value: {
    en: { label: 'Value' },
    fr: { label: 'Valeur' },
    zh: { label: '值' },
    'zh-TRADITIONAL': { label: '值' },
  },
} satisfies Record<string, OptionTexts>;
