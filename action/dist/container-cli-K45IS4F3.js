import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-25RUBGAD.js";import"./chunk-KPNVQ3OO.js";import"./chunk-AMTMOVIY.js";import"./chunk-WNETR6DX.js";import"./chunk-C6U3SG4T.js";import"./chunk-5BL5TZV5.js";import"./chunk-5UFWAULW.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{a as ContainerCli};
