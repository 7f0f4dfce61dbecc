<?php

// The data of every receiver of this folder: balances, and the ids that it has credited, in one file of JSON.

declare(strict_types=1);

final class Books
{
    private array $rows = ['balances' => [], 'seen' => []];
    private mixed $file;

    public function __construct(string $path)
    {
        $this->file = fopen($path, 'c+');
        flock($this->file, LOCK_EX);
        $text = stream_get_contents($this->file);
        if ($text !== '') {
            $this->rows = json_decode($text, true);
        }
    }

    /** A column `varchar(N)` of a MySQL that is not strict: it keeps the beginning of what it is given. */
    public function remember(string $id, int $keeps = 255): void
    {
        $this->rows['seen'][] = substr($id, 0, $keeps);
        $this->write();
    }

    /** A query for the whole id, which finds nothing where the column has cut it off. */
    public function knows(string $id): bool
    {
        return in_array($id, $this->rows['seen'], true);
    }

    public function add(string $user, float $amount): void
    {
        $this->rows['balances'][$user] = round(($this->rows['balances'][$user] ?? 0) + $amount, 6);
        $this->write();
    }

    public function balance(string $user): float
    {
        return (float) ($this->rows['balances'][$user] ?? 0);
    }

    private function write(): void
    {
        ftruncate($this->file, 0);
        rewind($this->file);
        fwrite($this->file, json_encode($this->rows));
        fflush($this->file);
    }
}
