import type { automation as en } from '../en/automation.ts';
import type { Texts } from '../texts.ts';

export const automation: Texts<typeof en> = {
  templates: {
    emptyFlow: '空白流程',
    emptyText: '一个问题及其回答，可在其间添加步骤。',
    beginWith: '从何开始',
    steps: '步骤',
    needs: '需要什么',
    later: '也可以稍后在节点上选择。',
    model: '聊天模型',
    modelHint: '留空时使用公司的默认模型。',
    bases: '知识库',
    assistant: '助手',
    credential: '需要外部服务的凭据：请在有提示的节点上选择。',
    sketch: '流程草图',
  },
  imports: {
    title: '已从 {{product}} 导入',
    summary: '{{total}} 个部分中有 {{mapped}} 个已导入。',
    open: '打开流程',
    kept: '保留为便签',
    keptHint: '此处没有组件能完成其工作，其前后的节点直接相连；画布上的便签保留了其设置。',
    changed: '请检查',
    changedHint: '这些部分已导入，但并不完整。',
    remarks: {
      knowledge_bases: '请选择其知识库。',
      model: '使用默认模型，可另选。',
      credential: '未导入其密钥，请添加凭据。',
      tools: '其工具已略去。',
      files: '其文件输入已略去。',
      expression: '部分计算未能识别，请检查。',
      first_only: '多个文本或分组中只取第一个。',
      result: '请检查每一轮的输出。',
      option: '部分设置未能识别。',
    },
  },
};
