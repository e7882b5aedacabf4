import type { LocalModelType } from '../folder/manifest.ts';

/** A package of npm with what the registry must answer. */
export type RuntimePackage = {
  name: string;
  version: string;
  /** SHA-512 in Base64. */
  integrity: string;
  /** Of the archive. */
  bytes: number;
  keep: RegExp;
};

/** What runs models of one form. No package of it runs a script when it is installed. */
export type RuntimeForm = {
  /** Of the folder, with its version. */
  id: string;
  /** What people read where it is not there. */
  title: string;
  packages: readonly RuntimePackage[];
};

const { platform, arch } = process;

/**
 * What runs ONNX models. It is no dependency of the product: of 291 MB installed, one platform needs 47, and who uses
 * hosted models needs none.
 */
const onnx: RuntimeForm = {
  id: 'onnx-1.30.0',
  title: 'the runtime for ONNX models',
  packages: [
    {
      name: 'onnxruntime-common',
      version: '1.30.0',
      integrity: '7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
      bytes: 66_795,
      keep: /./,
    },
    {
      name: 'onnxruntime-node',
      version: '1.30.0',
      integrity: 'twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
      bytes: 113_507_888,
      keep: new RegExp(`^package/(package\\.json|dist/|bin/[^/]+/${platform}/${arch}/)`),
    },
  ],
};

const llamaVersion = '3.21.1';

/** Builds of llama.cpp as a Node addon, by platform and processor. */
const llamaBuilds: Readonly<Record<string, Pick<RuntimePackage, 'name' | 'integrity' | 'bytes'>>> = {
  'linux x64': {
    name: '@node-llama-cpp/linux-x64',
    integrity: 'Totj6RTDMGo3FoK2yNUaz/oGmZD0olAqTrRluFUWmu0kW2i9TOzHSW0OWCAiGkzRCVX0WsU2CyUQo/W2NYtdPA==',
    bytes: 10_582_760,
  },
  'linux arm64': {
    name: '@node-llama-cpp/linux-arm64',
    integrity: 'eI3anSEGzJiwF2rpMpZVTdHzw47LztbvfvuRzlu/fPO18ROnBOd+75RPUBlV6qENPpmNtbov85+3VODwEwBurg==',
    bytes: 7_213_055,
  },
  'darwin arm64': {
    name: '@node-llama-cpp/mac-arm64-metal',
    integrity: '6MIDAZV7DXD9R1+jEXWJkFuolni3GATGE6mmuyFYc6ZmtOh9djAy15df0T0AXK3sCmVKL+fQcOAWZezxx4MvQQ==',
    bytes: 4_858_447,
  },
  'darwin x64': {
    name: '@node-llama-cpp/mac-x64',
    integrity: 'Q4nyNmbcNiKygBZQZjX+qLk2w3YzoiFpLWsxNURQN7xjyUi2p2rWxjRa7Otg0FrjGf/ri4aQ+X3Uj5Y0zD06eg==',
    bytes: 10_809_280,
  },
  'win32 x64': {
    name: '@node-llama-cpp/win-x64',
    integrity: 'JcIpCnra7bAd7JNWA8ehdn2DIRaTMuj+fBC8bw+5rKSNzszWFbuj2XA05c5QHovonDMBLN1ePXE/hcfZtzXoUQ==',
    bytes: 9_787_045,
  },
  'win32 arm64': {
    name: '@node-llama-cpp/win-arm64',
    integrity: '/UDR7Y0B8iKfc/tqxBmWkcgRdZQ9Wrkwod7fYl4J6iZXcTIj286RkHvZSED7VMY67TrcUXVvxJVMNFtmjeYnDg==',
    bytes: 4_606_830,
  },
};

const llamaBuild = llamaBuilds[`${platform} ${arch}`];

/**
 * What runs GGUF models: the addon that `node-llama-cpp` is built on, without that package itself, which would bring
 * a hundred others along, most of them to build llama.cpp.
 */
const llama: RuntimeForm = {
  id: `llama-${llamaVersion}`,
  title: 'the runtime for GGUF models',
  packages: llamaBuild
    ? [{ ...llamaBuild, version: llamaVersion, keep: /^package\/(package\.json|LICENSE|bins\/)/ }]
    : [],
};

export const runtimeFormOf = (type: LocalModelType): RuntimeForm => (type === 'chat' ? llama : onnx);

/** What the first model of this type downloads besides. */
export const runtimeBytes = (type: LocalModelType): number =>
  runtimeFormOf(type).packages.reduce((sum, { bytes }) => sum + bytes, 0);

/** The folder of an installed runtime in which the files for this platform are. */
export const binariesOf = (type: LocalModelType): string =>
  type === 'chat' ? `node_modules/${llamaBuild?.name}/bins` : 'node_modules/onnxruntime-node/bin';
