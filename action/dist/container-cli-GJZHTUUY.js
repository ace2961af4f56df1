import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-MESZWNUN.js";import"./chunk-XRH2FN36.js";import"./chunk-THO7N76M.js";import"./chunk-WNETR6DX.js";import"./chunk-DJGBMINC.js";import"./chunk-H6CWEBG7.js";import"./chunk-S4SUMQIV.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
