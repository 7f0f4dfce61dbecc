/** Hosts of networks that nobody outside may reach, as they stand in URLs; one or more of each registry entry. */
export const privateHosts: readonly string[] = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254', '127.0.0.1'],
  ...['127.255.255.254', '169.254.0.1', '169.254.169.254', '169.254.170.2', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.1', '192.0.0.170', '192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1'],
  ...['255.255.255.255', '[::]', '[::1]', '[::7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]'],
  ...['[::ffff:0:7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::1]', '[100::1]'],
  ...['[2001::1]', '[2001:0:7f00:1::]', '[2001:10::1]', '[2001:20::1]', '[2001:db8::1]', '[2002:7f00:1::]'],
  ...['[2002:a9fe:a9fe::1]', '[3fff::1]', '[5f00::1]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]'],
  ...['[fec0::1]', '[ff02::1]', '[ffff::1]'],
]

/** Every way of writing a loopback address (and this-host) that some parser has fallen for. */
const loopbackHosts: readonly string[] = [
  // dotted, short, decimal, octal, hexadecimal, mixed, padded, with a dot behind
  ...['127.0.0.1', '127.1', '127.0.1', '127.0.0.2', '127.255.255.254', '127.127.127.127', '127.0.0.1.'],
  ...[
    '127.1.',
    '2130706433',
    '2130706433.',
    '017700000001',
    '0x7f000001',
    '0X7F000001',
    '0x7f.1',
    '0x7f.0.0.1',
  ],
  ...['0177.0.0.1', '0177.0.1', '0177.1', '00177.0.0.1', '0000177.0000.0000.0001', '0x7f.0x0.0x0.0x1'],
  ...['0x7F.0X0.0.01', '127.0x0.0.1', '127.0.0.0x1', '0x000000007f000001', '127.000.000.001', '127.0.0.01'],
  ...['127.00000.1', '0177.0x0.1', '0x7f.00.1', '0', '0.0', '0.0.0', '0.0.0.0', '0x0', '00', '0.0.0.0.'],
  // forms that overflow an octet, and five parts: no address anywhere
  ...['383.0.0.1', '127.0.0.257', '4294967296', '6425673729', '127.0.0.0.1', '1.127.0.0.1', '127.0.0.1.1'],
  // escapes and look-alikes that URL parsers turn into digits and dots
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '%6c%6f%63%61%6c%68%6f%73%74', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ...[
    '127．0．0．1',
    '127｡0｡0｡1',
    '１２７.０.０.１',
    '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
    '0𝐱7f.1',
    '₁₂₇.₀.₀.₁',
    '¹²⁷.⁰.⁰.¹',
    '127.0.0.1\u00ad',
  ],
  ...['127.0\u200b.0.1', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'ｌｏｃａｌｈｏｓｔ', 'loc\u00adalhost'],
  // names of this machine
  ...['localhost', 'LOCALHOST', 'LocalHost', 'localhost.', 'a.localhost', 'a.b.localhost.', 'localhost%2e'],
  ...['localhost.localdomain', 'ip6-localhost', 'ip6-loopback', 'localhost6'],
  // IPv6: long, short, mapped, compatible, translated, 6to4, Teredo, ISATAP, zones
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0001]',
    '[0::1]',
    '[::]',
  ],
  ...['[0:0:0:0:0:0:0:0]', '[::0]', '[::ffff:127.0.0.1]', '[::FFFF:7F00:1]', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ...['[::ffff:7f00:0001]', '[::ffff:127.0.0.2]', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]'],
  ...['[::ffff:0.0.0.0]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::127.0.0.1]'],
  ...[
    '[2002:7f00:1::]',
    '[2002:7f00:0001::1]',
    '[2001:0:7f00:1::]',
    '[2001:0:0:0:0:0:80ff:fffe]',
    '[fe80::1]',
  ],
  ...['[fe80::5efe:127.0.0.1]', '[::1%25lo]', '[::1%lo]', '[fe80::1%25eth0]', '[::%31]', '[::ffff:127.1]'],
  ...['[::ffff:0x7f.1]', '[::ffff:2130706433]', '[::1]]', '[[::1]]', '[::1].', '[::1', '::1', '[127.0.0.1]'],
  // the metadata services of clouds
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '[::ffff:169.254.169.254]'],
  ...[
    '[fd00:ec2::254]',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    'metadata',
    'metadata.google.internal',
  ],
]

/** Tricks with what stands around the host: credentials, backslashes, slashes, fragments, ports. */
function tricks(port: number): readonly string[] {
  const inner = `127.0.0.1:${port}`
  return [
    ...[`http://a.example@${inner}/`, `http://a.example:80@${inner}/`, `http://1.1.1.1@${inner}/`],
    ...[`http://1.1.1.1%20@${inner}/`, `http://1.1.1.1 &@${inner}#@a.example/`, `http://@${inner}/`],
    ...[`http://:@${inner}/`, `http://user:pass@${inner}/`, `http://a.example%40${inner}/`],
    ...[`http://${inner}\\@a.example/`, `http:\\\\${inner}/`, `http:/${inner}/`, `http:${inner}/`],
    ...[`http:///${inner}/`, `http:////${inner}/`, `//${inner}/`, `/\\${inner}/`, `${inner}/`],
    ...[`http://${inner}#@a.example/`, `http://${inner}?@a.example/`, `http://a.example\\${inner}/`],
    ...[
      ` http://${inner}/`,
      `http://${inner}/ `,
      `\thttp://${inner}/`,
      `ht\ntp://${inner}/`,
      `http://\t${inner}/`,
    ],
    ...[`http://127.0.0.\n1:${port}/`, `http://127.0.0.1\0.a.example:${port}/`, `HTTP://${inner}/`],
    ...[
      `hTTp://${inner}/`,
      `http://127.0.0.1:0${port}/`,
      `http://127.0.0.1:00000${port}/`,
      `http://127.0.0.1:/`,
    ],
    ...[
      `https://${inner}/`,
      `https://[::1]:${port}/`,
      `https://localhost:${port}/`,
      `https://2130706433:${port}/`,
    ],
    ...[`ftp://${inner}/`, `gopher://${inner}/_x`, `ws://${inner}/`, `file://127.0.0.1/etc/passwd`],
    ...['file:///etc/passwd', `dict://${inner}/`, `jar:http://${inner}!/`, `url:http://${inner}/`],
    ...[
      `blob:http://${inner}/`,
      `data:text/plain,x`,
      `javascript:fetch('http://${inner}')`,
      `unix:///run/x.sock`,
    ],
  ]
}

/** All of them, aimed at this port. */
export function loopbackUrls(port: number): readonly string[] {
  return [...loopbackHosts.map((host) => `http://${host}:${port}/`), ...tricks(port)]
}
