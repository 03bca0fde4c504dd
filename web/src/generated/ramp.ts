// Made by web/generate.mjs from `heed describe --json`: ./dev describe makes it anew.
export const kRamps = {
  "attention": {
    "dark": {
      "chroma": [
        0.022,
        0.13,
        0.095
      ],
      "hue": [
        264,
        200
      ],
      "lightness": [
        0.262,
        0.9
      ]
    },
    "light": {
      "chroma": [
        0.01,
        0.115,
        0.15
      ],
      "hue": [
        212,
        266
      ],
      "lightness": [
        0.966,
        0.29
      ]
    }
  },
  "signed": {
    "dark": {
      "chroma": [
        0.008,
        0.125
      ],
      "hue": {
        "above": 240,
        "below": 55
      },
      "lightness": [
        0.27,
        0.83
      ]
    },
    "light": {
      "chroma": [
        0.006,
        0.15
      ],
      "hue": {
        "above": 262,
        "below": 48
      },
      "lightness": [
        0.966,
        0.44
      ]
    }
  }
} as const;
