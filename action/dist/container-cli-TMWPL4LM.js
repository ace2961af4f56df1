import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-YWKKGKOH.js";import"./chunk-KPNVQ3OO.js";import"./chunk-K7JOF5KL.js";import"./chunk-WNETR6DX.js";import"./chunk-IAZZMC4N.js";import"./chunk-ZNBEV3FZ.js";import"./chunk-7OXKXKQ6.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{a as ContainerCli};
