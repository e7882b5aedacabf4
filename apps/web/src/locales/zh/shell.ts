import type { shell as english } from '../en/shell.ts';
import type { Texts } from '../texts.ts';

export const shell: Texts<typeof english> = {
  productName: 'Lectern',
  loading: '正在加载…',
  copied: '已复制',
  panes: '面板',
  resizePanes: '调整面板大小',
  actions: {
    save: '保存',
    cancel: '取消',
    close: '关闭',
    delete: '删除',
    edit: '编辑',
    rename: '重命名',
    create: '创建',
    add: '添加',
    copy: '复制',
    search: '搜索',
    retry: '重试',
    reload: '重新加载页面',
    back: '返回',
    backHome: '返回首页',
    more: '更多操作',
  },
  errors: {
    title: '无法加载',
    network: '无法连接到服务器。请检查网络后重试。',
    aborted: '请求已停止。',
    unavailable: '服务器繁忙或正在重启，请稍后重试。',
    unexpected: '发生了意外错误。请重试；若仍然出现，请联系管理员。',
    requestId: '请求 {{requestId}}',
    crashTitle: '此页面已停止工作',
    outdatedTitle: '有新版本可用',
    outdatedText: '页面打开期间 Lectern 已更新。请重新加载以继续。',
  },
  notFound: {
    title: '页面不存在',
    text: '此地址没有内容，可能已被移动或删除。',
  },
  forbidden: {
    title: '您无权访问此页面',
    text: '您在该公司的级别不包含此页面。如有需要，请联系管理员。',
  },
  table: {
    selectAll: '全选',
    select: '选择 {{name}}',
    range: '第 {{from}}–{{to}} 项，共 {{total}} 项',
    page: '第 {{page}} 页',
    first: '第一页',
    previous: '上一页',
    next: '下一页',
    last: '最后一页',
  },
  photo: {
    choose: '选择图片',
    remove: '移除',
    failed: '无法读取此图片。请选择 PNG、JPEG 或 WebP 文件。',
  },
  validation: {
    required: '请填写此项。',
  },
};
